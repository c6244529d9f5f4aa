// For tests of uploads, which go by XMLHttpRequest.
import { vi } from 'vitest'

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
