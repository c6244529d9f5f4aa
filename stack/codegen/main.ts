// `npm run gen:types`: writes the generated files anew from the migrations.
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { MIGRATED, scratchUrl, startScratch } from '../postgres/scratch.ts'
import { GENERATED, generate } from './generate.ts'

const root = resolve(import.meta.dirname, '../..')
const scratch = await startScratch(join(root, 'supabase/migrations'))
try {
  const texts = await generate(scratchUrl(scratch.port, 'supabase_admin', MIGRATED))
  for (const [name, text] of Object.entries(texts)) {
    const path = GENERATED[name as keyof typeof GENERATED]
    writeFileSync(join(root, path), text)
    console.log(`Written: ${path}`)
  }
} finally {
  await scratch.stop()
}
