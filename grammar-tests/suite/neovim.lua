-- A session with the language server, run by Neovim: prints what it shows, line by line.

local folder = vim.fn.getcwd()
local client = vim.lsp.start_client({
  name = "tosca",
  cmd = { vim.env.TOSCA, "lsp" },
  root_dir = folder,
  workspace_folders = { { uri = vim.uri_from_fname(folder), name = "project" } },
})
vim.cmd("edit shop.yaml")
vim.lsp.buf_attach_client(0, client)

local function say(...)
  io.stdout:write(table.concat({ ... }, " "), "\n")
end

local function wait(what, condition)
  if not vim.wait(20000, condition, 20) then
    say("no " .. what)
    vim.cmd("cquit")
  end
end

local function ask(method, params)
  local answers = vim.lsp.buf_request_sync(0, method, params, 20000)
  for _, answer in pairs(answers or {}) do
    if answer.error then
      say(method, answer.error.message)
    end
    return answer.result
  end
end

-- The position of a text in the buffer, at its second character.
local function at(text)
  local found = vim.fn.searchpos(text, "wcn")
  vim.api.nvim_win_set_cursor(0, { found[1], found[2] })
  return vim.lsp.util.make_position_params()
end

wait("diagnostic", function() return #vim.diagnostic.get(0) > 0 end)
for _, diagnostic in ipairs(vim.diagnostic.get(0)) do
  say("diagnostic", diagnostic.lnum + 1, diagnostic.code)
end

local hover = ask("textDocument/hover", at("Server, prop"))
say("hover", (hover.contents.value:match("^[^\n]+")))

local definition = ask("textDocument/definition", at("Server, prop"))
say("definition", vim.fn.fnamemodify(vim.uri_to_fname(definition.uri), ":t"), definition.range.start.line + 1)

local list = ask("textDocument/completion", at("port: 80"))
for _, item in ipairs(list.items) do
  say("completion", item.label)
end

local params = at("propertys")
params.range = { start = params.position, ["end"] = params.position }
params.context = { diagnostics = {} }
local actions = ask("textDocument/codeAction", params)
say("action", actions[1].title)
vim.lsp.util.apply_workspace_edit(actions[1].edit, "utf-16")
wait("end of the diagnostic", function() return #vim.diagnostic.get(0) == 0 end)
say("line", (vim.fn.getline(vim.fn.search("other:", "wcn") + 2):gsub("^%s+", "")))
vim.cmd("qall!")
