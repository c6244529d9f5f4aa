// Where the files of a run are made. Its databases and instances are some hundred thousand small files that go as fast as
// they come, which costs a disk's file system more than many tests cost: a run takes memory where there is plenty.
// Plain JavaScript without dependencies.
import { chmodSync, mkdtempSync, readFileSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const SHARED_MEMORY = '/dev/shm'
const GiB = 2 ** 30
/** What a whole run had there at its most was 7 GiB; what runs beside it needs memory, too. */
const ROOM = 12 * GiB
const MEMORY = 16 * GiB

/** Whether the files of a run fit into memory, given the lines of /proc/mounts and the bytes that are free. */
export function fitsIntoMemory({ mounts, room, memory }) {
  const options = mounts
    .split('\n')
    .map((line) => line.split(' '))
    .find(([, folder, type]) => folder === SHARED_MEMORY && type === 'tmpfs')?.[3]
    ?.split(',')
  // Programs are copied there and started.
  return options !== undefined && !options.includes('noexec') && room >= ROOM && memory >= MEMORY
}

/** Makes a folder for the files of a run, which other users of this machine may go through, as Postgres' does. */
export function makeScratchFolder() {
  const folder = mkdtempSync(
    join(process.env.TMPDIR || !memoryFits() ? tmpdir() : SHARED_MEMORY, 'waymark-run-'),
  )
  chmodSync(folder, 0o1777)
  return folder
}

function memoryFits() {
  try {
    const { bavail, bsize } = statfsSync(SHARED_MEMORY)
    return fitsIntoMemory({
      mounts: readFileSync('/proc/mounts', 'utf8'),
      room: bavail * bsize,
      memory: process.availableMemory(),
    })
  } catch {
    // Not Linux, or nothing is mounted there.
    return false
  }
}
