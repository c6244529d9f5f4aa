// What an analysis needs to read a branch at its Git host.

/** A branch of a repository, with what opens it. Goes to the process of the analysis as a message, nowhere else. */
export interface Remote {
  /** Without credentials. */
  url: string
  branch: string
  /** The value of the header `Authorization`; none for what anybody reads. */
  authorization: string | null
  /** `host:port:addresses`: what the host's name was resolved to when it was checked; none for a plain address. */
  pinned: string | null
  /** Whether the host leaves the contents of files out until they are asked for. */
  blobless: boolean
  /** An empty folder. */
  scratch: string
  seconds: number
  megabytes: number
}
