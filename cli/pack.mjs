// What `npm pack` needs before it: the command as one file, and its licence. `node pack.mjs clean` takes it away again.
import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { bundle, here } from './bundle.mjs'

const made = ['dist', 'LICENSE'].map((name) => join(here, name))

for (const path of made) rmSync(path, { recursive: true, force: true })
if (process.argv[2] !== 'clean') {
  await bundle('dist')
  copyFileSync(join(here, '../LICENSE'), join(here, 'LICENSE'))
}
