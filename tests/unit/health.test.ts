import { describe, expect, it } from 'vitest'
import { diskCheck, watchHealth } from '../../stack/supervisor/health/health.ts'
import { keepDatabase } from '../../stack/supervisor/keep-database.ts'

describe('/health', () => {
  it('says what does not hold, why, and since when', async () => {
    const health = watchHealth('1.0.0', [
      { name: 'postgres', look: () => 'ok' },
      { name: 'storage', look: () => Promise.reject(new Error('no room')) },
    ])
    expect(await health()).toEqual({
      version: '1.0.0',
      status: 'degraded',
      since: expect.stringMatching(/Z$/),
      services: { postgres: 'ok', storage: 'down' },
      problems: [
        { service: 'storage', state: 'down', since: expect.stringMatching(/Z$/), reason: 'no room' },
      ],
    })
  })

  it('is as well as ever where something is worth a note', async () => {
    const health = watchHealth('1.0.0', [
      { name: 'queue', look: () => ({ state: 'ok', note: 'branch 1 waits' }) },
    ])
    expect(await health()).toEqual({
      version: '1.0.0',
      status: 'ok',
      since: expect.stringMatching(/Z$/),
      services: { queue: 'ok' },
      notes: [{ service: 'queue', note: 'branch 1 waits' }],
    })
  })

  it('asks once for a thousand callers', async () => {
    let asked = 0
    const health = watchHealth('1.0.0', [{ name: 'postgres', look: async () => `ok${++asked && ''}` }])
    const answers = await Promise.all(Array.from({ length: 1_000 }, health))
    expect(asked).toBe(1)
    expect(new Set(answers).size).toBe(1)
  })

  it('is down while a look hangs', async () => {
    const health = watchHealth('1.0.0', [{ name: 'postgres', look: () => new Promise(() => undefined) }], 10)
    expect(await health()).toMatchObject({ status: 'degraded', services: { postgres: 'down' } })
  })

  it('knows the room on a disk', async () => {
    expect(await diskCheck('/').look()).toBe('ok')
    await expect(diskCheck('/proc').look()).rejects.toThrow(/^0 MB are free/)
  })
})

describe('a database that ends again and again', () => {
  it('is started three times, then given up with a sentence', async () => {
    let starts = 0
    const exited = () => Promise.resolve('Postgres ended (SIGKILL).')
    const database = {
      get cluster() {
        return { pid: starts, exited: exited(), stop: async () => undefined }
      },
      restart: async () => void starts++,
    }
    const sentence = await new Promise<string>((giveUp) => {
      keepDatabase(database as never, { log: () => undefined, onPid: () => undefined, giveUp })
    })
    expect(starts).toBe(3)
    expect(sentence).toMatch(
      /^Postgres ended \(SIGKILL\)\. It was started again 3 times in the last ten minutes/,
    )
  })
})
