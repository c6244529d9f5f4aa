// Field rules shared by forms and routes; the database holds the same as constraints.
import { z } from 'zod'
import { hexColourPattern } from './colours.ts'
import { emailPattern } from './emails.ts'

export const email = z
  .string()
  .trim()
  .min(1, 'Please enter a valid email address.')
  .max(255, 'Must be no more than 255 characters')
  .regex(emailPattern, 'Please enter a valid email address.')
  // In descriptions patterns have no flags: which characters nobody sees is left to us.
  .meta({ format: 'email', pattern: '^[^\\s@]+@[^\\s@]+\\.[^\\s@]{2,}$' })

export const password = z
  .string()
  .min(6, 'At least 6 characters')
  .max(50, 'Must be no more than 50 characters')

export const confirmationCode = z.string().trim().min(1, 'Please enter the confirmation code')

export const companyName = z.string().trim().max(255, 'Must be no more than 255 characters')

export const workspaceSlug = z
  .string()
  .min(2, 'Must be at least 2 characters.')
  .max(20, 'Must be less than 20 characters.')
  .regex(/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/, 'Must only contain numbers, lowercase letters, or dashes.')

export const username = z
  .string()
  .min(2, 'Must be at least 2 characters')
  .max(39, 'Must be no more than 39 characters')
  .regex(/^[a-z0-9-]+$/, 'Must only contain lowercase letters, numbers and hyphens')

export const personName = z.string().trim().min(1, 'Required').max(255, 'Must be no more than 255 characters')

export const projectName = z.string().trim().min(1, 'Required').max(75, 'Must be no more than 75 characters')

export const projectSlug = z
  .string()
  .max(75, 'Must be no more than 75 characters')
  .regex(/^[A-Za-z0-9-]{2,}$/, 'Must be at least two characters, and contain only letters, numbers and -')

export const tagline = z.string().trim().max(250, 'Must be no more than 250 characters')

/** Name and description of a group or a team. */
export const gatheringName = z
  .string()
  .trim()
  .min(1, 'Required')
  .max(100, 'Must be no more than 100 characters')
export const gatheringDescription = z.string().trim().max(300, 'Must be no more than 300 characters')

export const tokenName = z.string().trim().min(1, 'Required').max(200, 'Must be no more than 200 characters')

/** The name of an icon. One that the product does not have is shown as the usual one. */
export const iconName = z.string().regex(/^[a-z0-9-]{1,60}$/, 'Must be the name of an icon.')

export const hexColour = z.string().regex(hexColourPattern, 'Must be a hex colour such as #2ea44e')

export const projectVisibility = z.enum(['internal', 'private', 'public'])
export const projectFlavor = z.enum(['design', 'style_guide', 'design_library'])
export const projectType = z.enum(['cli', 'local', 'vcs', 'web'])
