// Which Node runs the stack: it reads TypeScript without a build, which Node does from 22.18 on.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Path of a Node that runs TypeScript: the exact one of package.json, else the one at hand if it can. */
export function findNode(root) {
  const system = process.platform === 'win32' ? 'win' : process.platform
  const arm = process.platform === 'darwin' && process.arch === 'arm64'
  const platformPackage = `${arm ? 'node-bin' : 'node'}-${system}-${process.arch}`
  const program = process.platform === 'win32' ? 'node.exe' : 'node'
  const candidates = [
    `node_modules/node/bin/${program}`,
    `node_modules/${platformPackage}/bin/${program}`,
    `node_modules/node/node_modules/${platformPackage}/bin/${program}`,
  ].map((path) => join(root, path))
  const find = () => candidates.find((path) => existsSync(path))
  const found = find()
  if (found) return found
  if (readsTypeScript()) return process.execPath
  fetchNode(root)
  const fetched = find()
  if (fetched) return fetched
  throw new Error(
    `Node 24 could not be installed by npm and Node ${process.versions.node} is too old to run the stack: install Node 22.18 or newer.`,
  )
}

// What the package's own install script does where npm was told to run none: it fetches the program for this
// platform from the registry.
function fetchNode(root) {
  const script = 'installArchSpecificPackage.js'
  const cwd = join(root, 'node_modules/node')
  if (!existsSync(join(cwd, script))) return
  console.log('Fetching Node 24 …')
  spawnSync(process.execPath, [script], { cwd, stdio: 'inherit' })
}

function readsTypeScript() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  return major > 22 || (major === 22 && minor >= 18)
}
