// Options that several commands have.
import { Option } from 'commander'

/** `--token`: what opens the workspace for reading. */
export const tokenOption = () =>
  new Option('--token <token>', 'a workspace token (better in the environment; default: your login)').env(
    'WAYMARK_TOKEN',
  )

/** `--url`: which workspace. */
export const urlOption = () =>
  new Option('--url <address>', 'the address of your workspace').env('WAYMARK_URL')
