// For tests of the screen that adds projects. Its uploads go by XMLHttpRequest.
import { Route, Routes } from 'react-router-dom'
import { vi } from 'vitest'
import { OnWorkspace, renderAt, ToastLog } from '../../shared/testing/render.tsx'
import AddProject from './routes.tsx'

export interface SentUpload {
  path: string
  form: FormData
  answer: (status: number, body: unknown) => void
  progress: (share: number) => void
}

/** Stands in for XMLHttpRequest; the test decides progress and answer of each upload that is sent. */
export function stubUploads(): SentUpload[] {
  const sent: SentUpload[] = []
  class Request {
    upload: { onprogress?: (event: object) => void } = {}
    onload?: () => void
    onabort?: () => void
    status = 0
    responseText = ''
    #path = ''
    open(_method: string, url: string) {
      this.#path = new URL(url).pathname
    }
    setRequestHeader() {}
    abort() {
      this.onabort?.()
    }
    send(form: FormData) {
      const answer = (status: number, body: unknown) => {
        this.status = status
        this.responseText = JSON.stringify(body)
        this.onload?.()
      }
      const progress = (share: number) =>
        this.upload.onprogress?.({ lengthComputable: true, loaded: share * 100, total: 100 })
      sent.push({ path: this.#path, form, answer, progress })
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request)
  return sent
}

/** Renders the screen at `/add/projects` and this query, with the toasts beside it. */
export function openAddProject(query = '') {
  return renderAt(
    `/add/projects${query}`,
    <>
      <Routes>
        <Route
          path="/add/projects"
          element={
            <OnWorkspace>
              <AddProject />
            </OnWorkspace>
          }
        />
        <Route path="*" element={<p>Arrived</p>} />
      </Routes>
      <ToastLog />
    </>,
  )
}
