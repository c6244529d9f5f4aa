import { useSearchParams } from 'react-router-dom'
import { CodePage } from './CodePage.tsx'
import { RequestPage } from './RequestPage.tsx'

/** Where a program's request to be signed in is answered, mounted at /device. */
export default function DeviceRoutes() {
  const [query, setQuery] = useSearchParams()
  const code = query.get('code') ?? ''
  if (!code) return <CodePage onCode={(typed) => setQuery({ code: typed })} />
  return <RequestPage key={code} code={code} onOther={() => setQuery({})} />
}
