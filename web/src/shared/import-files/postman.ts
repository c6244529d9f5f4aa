// Postman collections among the files of an import: they are described beside what they are.
import { isVersion1 } from '../../../../analysis/convert/version-1.ts'
import type { PickedFile } from './bundle.ts'

/** The largest collection that is looked for and converted. */
const mostBytes = 20 * 1024 * 1024
/** How collections name their own format (analysis/convert/collection.ts, which is too large to be imported here). */
const schemaOfCollections = 'schema.getpostman.com/json/collection/'

/** Whether a file may be a Postman collection: it names the schema of those, or has the shape of version 1. */
export async function mayBeCollection({ path, content }: PickedFile): Promise<boolean> {
  if (!/\.json$/i.test(path) || content.size > mostBytes) return false
  const text = await content.text()
  return text.includes(schemaOfCollections) || mayBeVersion1(text)
}

function mayBeVersion1(text: string): boolean {
  // Reading takes its time, and most files are something else.
  if (!/"requests"\s*:\s*\[/.test(text) || !/"order"\s*:\s*\[/.test(text)) return false
  try {
    return isVersion1(JSON.parse(text))
  } catch {
    return false
  }
}

/** Where the description of a collection goes: beside it, under a name that is free. */
export function pathOfDescription(path: string, taken: ReadonlySet<string>): string {
  const stem = path.replace(/(\.postman_collection)?\.json$/i, '')
  let found = `${stem}.openapi.json`
  for (let number = 2; taken.has(found); number++) found = `${stem}-${number}.openapi.json`
  return found
}
