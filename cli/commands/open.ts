import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Command, Option } from 'commander'
import { serverAddress } from '../server/address.ts'
import { print } from '../terminal.ts'

interface OpenOptions {
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
    .argument('<project>', 'the project, as its address in the docs names it')
    .addOption(new Option('--url <address>', 'the address of your workspace').env('WAYMARK_URL'))
    .option('-b, --branch <slug>', 'the branch (default: that of the project)')
    .option('--print', 'print the address, and open nothing')
    .option('--json', 'print it as JSON, and open nothing')
    .addHelpText('after', HELP)
    .action(async (project: string, { url, branch, print: isPrinted, json }: OpenOptions) => {
      const atBranch = branch === undefined ? '' : `/branches/${encodeURIComponent(branch)}`
      const docs = new URL(`docs/${encodeURIComponent(project)}${atBranch}`, serverAddress(url)).href
      if (json) return print(`${JSON.stringify({ url: docs })}\n`)
      await print(`${docs}\n`)
      if (!isPrinted && !(await isOpened(docs)))
        console.error('waymark: No browser could be opened: open the address yourself.')
    })
}

/** Hands an address to what the system opens addresses with; no shell reads it. */
async function isOpened(address: string): Promise<boolean> {
  const [program, ...args] = OPENERS[process.platform] ?? ['xdg-open']
  if (!program) return false
  const child = spawn(program, [...args, address], { stdio: 'ignore', detached: true })
  const started = await once(child, 'spawn').catch(() => null)
  child.unref()
  return started !== null
}

const OPENERS: Partial<Record<NodeJS.Platform, string[]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}
