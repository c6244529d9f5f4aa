import { zodResolver } from '@hookform/resolvers/zod'
import { z } from 'zod'

// Letters of any script, as the server writes them in those of DNS; the name of a country or kind is no number.
const pattern = /^([\p{L}\p{N}]([\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+\p{L}[\p{L}\p{M}\p{N}-]*\.?$/u

/** The domain that a workspace is to have. `settings` is for the server to refuse in its own words. */
export const customDomainResolver = zodResolver(
  z.object({
    domain_name: z
      .string()
      .trim()
      .toLowerCase()
      .min(1, 'Required')
      .refine((name) => name === 'settings' || pattern.test(name), 'Must be a valid domain name'),
  }),
)
