import type { Pool } from 'pg'
import type { Room } from './analyze/room.ts'
import type { Config } from './config.ts'
import type { Log } from './log.ts'
import type { Storage } from './storage.ts'

/** What every job works with. */
export interface Context {
  config: Config
  db: Pool
  storage: Storage
  log: Log
  /** Aborted when the process is asked to end: a job then gives itself back at once. */
  stopping: AbortSignal
  /** Whose analyses run. */
  room: Room
}

/** Thrown by a job that stops because the worker stops, or another workspace's turn has come; its attempt does not count. */
export class GivenBack extends Error {
  constructor() {
    super('The job was given back.')
    this.name = 'GivenBack'
  }
}
