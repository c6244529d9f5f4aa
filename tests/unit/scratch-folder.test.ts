import { describe, expect, it } from 'vitest'
import { fitsIntoMemory } from '../scratch-folder.mjs'

const GiB = 2 ** 30
const mounts = ['/dev/vda / ext4 rw 0 0', 'tmpfs /dev/shm tmpfs rw,nosuid,nodev,size=24684084k 0 0', ''].join(
  '\n',
)
const machine = { mounts, room: 23 * GiB, memory: 21 * GiB }

describe('the files of a run', () => {
  it('are made in memory where there is plenty', () => {
    expect(fitsIntoMemory(machine)).toBe(true)
  })

  it.each([
    ['little room is there', { room: 64 * 2 ** 20 }],
    ['little memory is left', { memory: 8 * GiB }],
    ['no program may be started there', { mounts: mounts.replace('nodev', 'noexec') }],
    ['it is a folder of the disk', { mounts: '/dev/vda / ext4 rw 0 0\n' }],
    ['something else is mounted there', { mounts: mounts.replace('shm tmpfs', 'shm ext4') }],
  ])('are made on the disk where %s', (_why, difference) => {
    expect(fitsIntoMemory({ ...machine, ...difference })).toBe(false)
  })
})
