// The settings of an integration, read by name. The database has judged those that are stored: texts and flags.

/** The text of a setting, where there is one. */
export function textOf(config: Record<string, unknown>, name: string): string | undefined {
  const value = config[name]
  return typeof value === 'string' ? value : undefined
}

/** Whether a flag is on. */
export function isOn(config: Record<string, unknown>, name: string): boolean {
  return config[name] === true
}
