// Flags: switches of the operator's, for the installation or for one workspace (docs/operations.md).
import type { Flag } from '../../../../supabase/functions/_shared/domain/flags.ts'
import { config } from '../config/config.ts'
import type { Workspace } from './workspace.tsx'

/** Whether a flag is on in this workspace: as it has it, or else as the installation does. */
export function isOn(flag: Flag, { flags }: Pick<Workspace, 'flags'>): boolean {
  return flags?.[flag] ?? config.flags?.includes(flag) ?? false
}
