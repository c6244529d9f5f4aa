// When the code that traces is loaded: with the rate of the installation, and not at all where nothing is kept.
import { act, render } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { config } from '../shared/config/config.ts'
import { Telemetry } from './Telemetry.tsx'

const telemetry = vi.hoisted(() => ({ startTelemetry: vi.fn(), traceRoute: vi.fn() }))
vi.mock('./telemetry.ts', () => telemetry)
beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  delete config.traceSampleRate
  vi.useRealTimers()
})

async function shown(): Promise<void> {
  render(
    <MemoryRouter initialEntries={['/docs/pets']}>
      <Telemetry />
    </MemoryRouter>,
  )
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  await vi.dynamicImportSettled()
}

it('a page that was shown for two seconds is traced at the rate of the installation, and none where it is 0', async () => {
  config.traceSampleRate = 0
  await shown()
  expect(telemetry.startTelemetry).not.toHaveBeenCalled()
  config.traceSampleRate = 0.25
  await shown()
  expect(telemetry.startTelemetry.mock.calls).toEqual([[0.25]])
  expect(telemetry.traceRoute.mock.calls).toEqual([['/docs/pets']])
})
