import bowser from 'bowser'
import { programName } from '../../supabase/functions/_shared/domain/programs.ts'

/** What a User-Agent says in a person's words ("Firefox on Windows"); undefined when it says nothing. */
export function describeDevice(userAgent: string | undefined): string | undefined {
  if (!userAgent) return undefined
  const program = programName(userAgent)
  if (program) return program
  const { browser, os } = bowser.parse(userAgent)
  if (!browser.name) return os.name
  return os.name ? `${browser.name} on ${os.name}` : browser.name
}
