// Addresses of hosts whose nameservers are somebody else's.
import { createSocket } from 'node:dgram'
import { expect, it } from 'vitest'
import { addressesByDns, addressesBySystem } from './resolve.ts'

it('of a host whose nameserver never answers are none, and other names go on being found meanwhile', async () => {
  const silent = createSocket('udp4')
  await new Promise<void>((resolve) => silent.bind(0, '127.0.0.1', resolve))
  try {
    const server = `127.0.0.1:${silent.address().port}`
    // More than the threads that the system's resolver has.
    const slow = Array.from({ length: 32 }, (_, n) => addressesByDns(`slow-${n}.example`, [server]))
    const first = await Promise.race([addressesBySystem('localhost'), ...slow])
    expect(first).not.toEqual([])
    expect((await Promise.all(slow)).flat()).toEqual([])
  } finally {
    silent.close()
  }
})

it('are none where there is no nameserver', async () => {
  expect(await addressesByDns('nowhere.example', ['127.0.0.1:9'])).toEqual([])
})
