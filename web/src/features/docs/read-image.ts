import { fetchBinary, isMissing } from '../../shared/data/binary.ts'

/** An image at a path of the facade; null where there is none. Throws ApiProblem. */
export async function readImage(address: string): Promise<Blob | null> {
  try {
    return await (await fetchBinary(address)).blob()
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}
