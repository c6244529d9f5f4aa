// Spectral's own command, to compare with: the package that is installed here.
import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const packageFile = createRequire(import.meta.url).resolve('@stoplight/spectral-cli/package.json')
const command = join(dirname(packageFile), 'dist/index.js')

/** What `spectral lint -f json` finds, run in a folder. That it ends with 1 where it finds an error is no failure; all else is. */
export function spectralLint<Finding>(cwd: string, args: string[]): Finding[] {
  const options = { encoding: 'utf8', cwd, maxBuffer: 1e8, stdio: 'pipe' } as const
  try {
    return JSON.parse(
      execFileSync(process.execPath, [command, 'lint', '-f', 'json', '--quiet', ...args], options),
    )
  } catch (error) {
    if (error instanceof Error && 'stdout' in error && String(error.stdout).startsWith('['))
      return JSON.parse(String(error.stdout))
    throw error
  }
}
