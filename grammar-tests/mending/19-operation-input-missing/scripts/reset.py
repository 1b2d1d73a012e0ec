import radio

radio.reset()
