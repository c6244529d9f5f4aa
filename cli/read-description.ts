import { readFile, stat } from 'node:fs/promises'
import { decodeText } from '../analysis/parse/decode.ts'
import type { SourceFile } from '../analysis/types.ts'
import { CliError } from './errors.ts'
import { EXIT } from './exit-codes.ts'

/** What a description is called that came from no file. */
export const STANDARD_INPUT = 'standard input'

/** The text of a file, or of standard input for `-`. */
export async function readDescription(path: string): Promise<SourceFile> {
  const [name, bytes] = path === '-' ? [STANDARD_INPUT, await readInput()] : [path, await readBytes(path)]
  return { path: name, content: decodeText(bytes, name).text }
}

async function readInput(): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const part of process.stdin) parts.push(part as Uint8Array)
  return Buffer.concat(parts)
}

async function readBytes(path: string): Promise<Uint8Array> {
  try {
    if ((await stat(path)).isDirectory()) {
      throw new CliError(`${path} is a folder.`, 'Give the file in it that describes the API.', EXIT.noInput)
    }
    return await readFile(path)
  } catch (error) {
    if (error instanceof CliError || !(error instanceof Error)) throw error
    const code = 'code' in error ? error.code : undefined
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      const advice = `Check the name; it is looked for in ${process.cwd()}.`
      throw new CliError(`There is no file ${path}.`, advice, EXIT.noInput)
    }
    throw new CliError(
      `${path} cannot be read: ${error.message}.`,
      'Check that you may read it.',
      EXIT.noInput,
    )
  }
}
