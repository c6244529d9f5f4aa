import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { config } from '../shared/config/config.ts'

let loaded: Promise<typeof import('./telemetry.ts')> | undefined

/** Traces routes once the page has painted; nothing when the installation keeps no traces of browsers. */
export function Telemetry() {
  const { pathname } = useLocation()
  const rate = config.traceSampleRate ?? 1
  useEffect(() => {
    if (rate <= 0) return
    const timer = setTimeout(() => {
      loaded ??= import('./telemetry.ts').then((telemetry) => {
        telemetry.startTelemetry(rate)
        return telemetry
      })
      // Without telemetry the app works as well as with it.
      loaded.then(({ traceRoute }) => traceRoute(pathname)).catch(() => undefined)
    }, 2_000)
    return () => clearTimeout(timer)
  }, [pathname, rate])
  return null
}
