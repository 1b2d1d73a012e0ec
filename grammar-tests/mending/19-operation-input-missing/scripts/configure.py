import radio

radio.configure()
