// Postman collections among the files of an import: they are described beside what they are.
import type { PickedFile } from './bundle.ts'

/** The largest collection that is looked for and converted. */
const mostBytes = 20 * 1024 * 1024
/** How collections name their own format (analysis/convert/collection.ts, which is too large to be imported here). */
const schemaOfCollections = 'schema.getpostman.com/json/collection/'

/** Whether a file may be a Postman collection: it names the schema of those. */
export async function mayBeCollection({ path, content }: PickedFile): Promise<boolean> {
  return (
    /\.json$/i.test(path) && content.size <= mostBytes && (await content.text()).includes(schemaOfCollections)
  )
}

/** Where the description of a collection goes: beside it, under a name that is free. */
export function pathOfDescription(path: string, taken: ReadonlySet<string>): string {
  const stem = path.replace(/(\.postman_collection)?\.json$/i, '')
  let found = `${stem}.openapi.json`
  for (let number = 2; taken.has(found); number++) found = `${stem}-${number}.openapi.json`
  return found
}
