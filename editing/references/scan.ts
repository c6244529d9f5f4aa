import type { Format } from '../types.ts'
import type { ScanEvents } from './events.ts'
import { scanJson } from './scan-json.ts'
import { scanYaml } from './scan-yaml.ts'

/**
 * Walks a text without building anything of it: 13 MB in a fraction of a second. Text that breaks off or is broken is
 * walked as far as it can be understood; nothing is thrown.
 */
export function scan(text: string, format: Format, events: ScanEvents): void {
  if (format === 'json') scanJson(text, events)
  else scanYaml(text, events)
}
