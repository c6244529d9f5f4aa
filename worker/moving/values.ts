// What single values of an archive may be.
import { z } from 'zod'
import { isProjectPath } from '../../analysis/paths.ts'

/** As the product keeps them: in lower case. */
export const addressSchema = z
  .string()
  .max(255)
  .regex(/^[^A-Z\s@]+@[^A-Z\s@]+$/, 'no address as it is kept')
export const stamp = z.iso.datetime().max(40)
export const short = z.string().max(500)
export const slug = z.string().min(1).max(255)
export const path = z.string().min(1).max(1_000)
/** What a file of a branch may be called; who unpacks it meets it. */
export const filePath = path.refine(isProjectPath, 'no path of a file')
export const uri = z.string().min(1).max(2_000)
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
/** As large as a column of the database holds it. */
export const whole = z.int32()
