// Which Node runs the stack: it reads TypeScript without a build, which Node does from 22.18 on.
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
  const found = candidates.find((path) => existsSync(path))
  if (found) return found
  if (readsTypeScript()) return process.execPath
  throw new Error(
    `npm did not install Node 24 (its install script was refused) and Node ${process.versions.node} is too old to run the stack: allow the install script of the package "node", or install Node 22.18 or newer.`,
  )
}

function readsTypeScript() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  return major > 22 || (major === 22 && minor >= 18)
}
