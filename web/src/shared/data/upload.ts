// Uploads go by XMLHttpRequest: fetch cannot tell how much of a body is on its way.
import { type ApiProblem, apiHeaders, apiUrl, networkProblem, problemFromBody } from './api.ts'
import { accessToken } from './session.ts'

export interface Upload<T> {
  answer: Promise<T>
  cancel: () => void
}

/**
 * POSTs a form with files to `/api/v1{path}`; `onProgress` gets the sent share from 0 to 1.
 * The answer rejects with ApiProblem; after `cancel` it rejects with an AbortError.
 */
export function uploadToApi<T>(path: string, form: FormData, onProgress: (share: number) => void): Upload<T> {
  const request = new XMLHttpRequest()
  const answer = new Promise<T>((resolve, reject) => {
    request.upload.onprogress = (event) => event.lengthComputable && onProgress(event.loaded / event.total)
    request.onload = () => settle(request, resolve, reject)
    request.onerror = () => reject(networkProblem())
    request.onabort = () => reject(new DOMException('The upload was cancelled.', 'AbortError'))
    void send(request, path, form).catch(reject)
  })
  return { answer, cancel: () => request.abort() }
}

async function send(request: XMLHttpRequest, path: string, form: FormData): Promise<void> {
  const token = await accessToken()
  request.open('POST', apiUrl(path))
  for (const [name, value] of Object.entries(apiHeaders(token))) request.setRequestHeader(name, value)
  request.send(form)
}

function settle<T>(
  request: XMLHttpRequest,
  resolve: (body: T) => void,
  reject: (problem: ApiProblem) => void,
): void {
  const body = parse(request.responseText)
  if (request.status >= 200 && request.status < 300) resolve(body as T)
  else reject(problemFromBody(request.status, body))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
