import { Command } from 'commander'
import { isOpened } from '../browser.ts'
import { addressOf, readerOf } from '../login/access.ts'
import { tokenOption, urlOption } from '../options.ts'
import { isProjectId, projectSlug } from '../server/project.ts'
import { print } from '../terminal.ts'

interface OpenOptions {
  token?: string
  url?: string
  branch?: string
  print?: boolean
  json?: boolean
}

const HELP = `
Examples:
  $ waymark open todos --url https://acme.example.com
  $ waymark open todos --branch next --print`

/** `waymark open PROJECT`: its docs in the browser. */
export function openCommand(): Command {
  return new Command('open')
    .description('open the docs of a project or of one of its branches in your browser')
    .argument('<project>', 'the project, as its address in the docs names it, or its ID')
    .addOption(tokenOption())
    .addOption(urlOption())
    .option('-b, --branch <slug>', 'the branch (default: that of the project)')
    .option('--print', 'print the address, and open nothing')
    .option('--json', 'print it as JSON, and open nothing')
    .addHelpText('after', HELP)
    .action(async (project: string, { url, token, branch, print: isPrinted, json }: OpenOptions) => {
      const atBranch = branch === undefined ? '' : `/branches/${encodeURIComponent(branch)}`
      // A name is what the address is made of; whose ID it is, the server is asked.
      const slug = isProjectId(project) ? await projectSlug(await readerOf(url, token), project) : project
      const docs = new URL(`docs/${encodeURIComponent(slug)}${atBranch}`, addressOf(url)).href
      if (json) return print(`${JSON.stringify({ url: docs })}\n`)
      await print(`${docs}\n`)
      if (!isPrinted && !(await isOpened(docs)))
        console.error('waymark: No browser could be opened: open the address yourself.')
    })
}
