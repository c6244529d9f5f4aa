// Where people ask for what is agreed on in person: Enterprise, and the seats of a contract.
import { config } from '../config/config.ts'

/** The address as a link has it; null where the installation names none, or nothing that a link may lead to. */
export function salesHref(): string | null {
  const contact = config.salesContact ?? ''
  if (/^[^\s@:/?]+@[^\s@:/?]+$/.test(contact)) return `mailto:${contact}`
  return contact.startsWith('https://') ? contact : null
}

/** Said where a plan with an account manager has no seat left. */
export function memberLimitReached(): string {
  const whom = salesHref() === null ? 'your account manager' : config.salesContact
  return `This workspace has reached its member limit. Contact ${whom} to add more seats.`
}
