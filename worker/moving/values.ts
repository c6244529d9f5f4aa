// What single values of an archive may be.
import { z } from 'zod'

/** As the product keeps them: in lower case. */
export const addressSchema = z
  .string()
  .max(255)
  .regex(/^[^A-Z\s@]+@[^A-Z\s@]+$/, 'no address as it is kept')
export const stamp = z.string().min(10).max(40)
export const short = z.string().max(500)
export const slug = z.string().min(1).max(255)
export const path = z.string().min(1).max(1_000)
export const uri = z.string().min(1).max(2_000)
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
