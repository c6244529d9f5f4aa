// Switches of an installation: the one list of their names, with what each does where it is on. The stack holds what it
// is told against it before anything starts (docs/decisions/0108-switches-come-with-the-configuration.md).
import flags from './flags.json' with { type: 'json' }

export type Flag = keyof typeof flags
