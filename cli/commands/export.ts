import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { Command, Option } from 'commander'
import type { DataFormat } from '../../analysis/exports/write.ts'
import { CliError } from '../errors.ts'
import { EXIT } from '../exit-codes.ts'
import { inFormat, nodeData } from '../export/formats.ts'
import { readerOf } from '../login/access.ts'
import { tokenOption, urlOption } from '../options.ts'
import type { ServerClient } from '../server/client.ts'
import { projectId } from '../server/project.ts'
import { withRetries } from '../server/retries.ts'
import { print } from '../terminal.ts'

interface ExportOptions {
  token?: string
  url?: string
  branch?: string
  path?: string
  node?: string
  output?: string
  format: 'original' | DataFormat
  json?: boolean
  bundled?: boolean
  dereferenced?: boolean
}

/** To ask for an archive that is being made: some ten minutes. */
const MOST_ATTEMPTS = 20

const HELP = `
Without --path and --node: all files of the branch, as a zip archive.
With --node: the content of one node, with all that it refers to inside ("__bundled__").

Exit codes:
  ${EXIT.ok}   it is written
  ${EXIT.usage}  called wrongly    ${EXIT.data}  it cannot be turned into that format    ${EXIT.noInput}  there is no such project, branch, file or node
  ${EXIT.unavailable}  the server cannot be reached    ${EXIT.later}  not now    ${EXIT.refused}  the token may not do this

Examples:
  $ WAYMARK_TOKEN=wmk_… waymark export todos --url https://acme.example.com --output todos.zip
  $ waymark export todos --path reference/todos.yaml --format json > todos.json
  $ waymark export todos --path reference/todos.yaml --bundled > todos.yaml`

/** `waymark export PROJECT`: a branch, one of its files or nodes, to a file or standard output. */
export function exportCommand(): Command {
  return new Command('export')
    .description('write the files of a branch, one of them or a node, to a file or standard output')
    .argument('<project>', 'the project, as its address in the docs names it, or its ID')
    .addOption(tokenOption())
    .addOption(urlOption())
    .option('-b, --branch <slug>', 'the branch (default: that of the project)')
    .addOption(new Option('-p, --path <file>', 'one file of the branch').conflicts('node'))
    .option('-n, --node <slug>', 'one node, by the last part of its address in the docs')
    .addOption(
      new Option('-f, --format <format>', 'what it is written as (a node: json unless it is said)')
        .choices(['original', 'json', 'yaml'])
        .default('original'),
    )
    .addOption(
      new Option(
        '--json',
        'print JSON: the file or node itself; with --output write that, and print where and how much',
      ),
    )
    .addOption(
      new Option('--bundled', 'with what the file, or each of the branch, refers to in others').conflicts([
        'node',
        'dereferenced',
      ]),
    )
    .addOption(
      new Option('--dereferenced', 'with what is referred to in the place of each reference').conflicts(
        'node',
      ),
    )
    .option('-o, --output <file>', 'the file to write (default: standard output)')
    .addHelpText('after', HELP)
    .action(async (project: string, options: ExportOptions) => {
      const content = await contentOf(project, options)
      const { output, json } = options
      // One value, or the error in its place: nothing is printed of what breaks off.
      if (json && output === undefined) return print(await text(content).catch(brokeOff))
      const bytes = await write(content, output)
      if (json) await print(`${JSON.stringify({ file: output, bytes })}\n`)
    })
}

/** What is asked for, as it comes. */
async function contentOf(project: string, options: ExportOptions): Promise<Readable> {
  const { path, node, output, json } = options
  const isArchive = path === undefined && node === undefined
  const format = json && !isArchive && options.format === 'original' ? 'json' : options.format
  const kind = options.bundled ? 'bundled' : options.dereferenced ? 'dereferenced' : undefined
  if (isArchive && format !== 'original') {
    throw new CliError(
      'All files of a branch are an archive, which has no such format.',
      'Name one file by --path, or a node by --node.',
      EXIT.usage,
    )
  }
  if (isArchive && output === undefined && (json || process.stdout.isTTY)) {
    throw new CliError('An archive is nothing to read.', 'Give a file for it: --output FILE.zip', EXIT.usage)
  }
  if (json && output === undefined && format === 'yaml') {
    throw new CliError('YAML is no JSON.', 'Give a file for it: --output FILE.yaml', EXIT.usage)
  }
  const client = await readerOf(options.url, options.token)
  const at = `projects/${encodeURIComponent(await projectId(client, project))}`
  const branch = options.branch ?? (await defaultBranch(client, at))
  if (node !== undefined) {
    const address = `${at}/nodes/${encodeURIComponent(node)}?branch=${encodeURIComponent(branch)}`
    return textOf(nodeData(await wholeText(client, address), format === 'yaml' ? 'yaml' : 'json'))
  }
  const query = path === undefined ? '' : `?path=${encodeURIComponent(path)}`
  const address = `${at}/branches/${encodeURIComponent(branch)}/export${query}`
  if (kind !== undefined) {
    // The server makes it, which may take longer than one request; all files of a branch, longer than several.
    const form = `${query === '' ? '?' : '&'}kind=${kind}${format === 'original' ? '' : `&format=${format}`}`
    const attempts = isArchive ? { attempts: MOST_ATTEMPTS } : {}
    const { body } = await withRetries(() => client.send(address + form, { seconds: 600 }), attempts)
    return body ? Readable.fromWeb(body) : Readable.from([])
  }
  if (path !== undefined && format !== 'original')
    return textOf(inFormat(await wholeText(client, address), path, format))
  const { body } = await withRetries(() => client.send(address, { seconds: 600 }))
  return body ? Readable.fromWeb(body) : Readable.from([])
}

async function defaultBranch(client: ServerClient, at: string): Promise<string> {
  const { default_branch } = await withRetries(() =>
    client.json<{ default_branch: { slug: string } | null }>(at),
  )
  if (default_branch) return default_branch.slug
  throw new CliError('The project has no branch yet.', 'Push one: waymark push', EXIT.noInput)
}

function wholeText(client: ServerClient, address: string): Promise<string> {
  return withRetries(() => client.text(address))
}

function textOf(text: string): Readable {
  return Readable.from([text])
}

/** Writes to a file, which is there when all of it is, or to standard output; how many bytes. */
async function write(content: Readable, output: string | undefined): Promise<number> {
  let bytes = 0
  const counted = async function* (chunks: AsyncIterable<Uint8Array | string>) {
    for await (const chunk of chunks) {
      bytes += Buffer.byteLength(chunk)
      yield chunk
    }
  }
  if (output === undefined) {
    await pipeline(content, process.stdout, { end: false }).catch(brokeOff)
    return bytes
  }
  const part = `${output}.part-${process.pid}`
  try {
    await pipeline(content, counted, createWriteStream(part)).catch(brokeOff)
    await rename(part, output)
    return bytes
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

function brokeOff(error: Error & { code?: string; path?: string }): never {
  if (error.code === 'EPIPE') throw error
  if (error.path !== undefined) {
    const advice = 'Check that its folder is there and that you may write to it.'
    throw new CliError(`It cannot be written (${error.code}).`, advice, EXIT.noInput)
  }
  throw new CliError('The answer broke off.', 'Run the command again.', EXIT.unavailable)
}
