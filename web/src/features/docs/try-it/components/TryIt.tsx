import CloseIcon from '@mui/icons-material/Close'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { type KeyboardEvent, type SubmitEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useScope } from '../../../../shared/data/workspace.tsx'
import { isOwnOrigin } from '../../../../shared/provider-popup/exchange.ts'
import { Select } from '../../components/Select.tsx'
import type { Operation } from '../../model/types.ts'
import { type PickedParams, sampleRequest } from '../../samples/request.ts'
import type { SchemaDoc } from '../../schema/flatten.ts'
import { type BodyTyped, firstBody } from '../body.ts'
import { type Call, callOf } from '../call.ts'
import type { TriedChoices } from '../choices.ts'
import { fitFor, type Held, useCredentials } from '../credentials.ts'
import {
  allParams,
  choicesOf,
  type FormProblems,
  type FormTyped,
  firstParams,
  formProblems,
  withoutSignIn,
} from '../form.ts'
import {
  keepAddress,
  keepBody,
  keepParams,
  keepWay,
  keptAddress,
  keptBodies,
  keptParams,
  keptWay,
} from '../kept.ts'
import type { SendForToken } from '../oauth.ts'
import { keptBack, sendByBrowser, sendThroughWaymark, type Way } from '../send.ts'
import { schemaOf, shapeOf, typedOf } from '../shape.ts'
import type { TryItSource } from '../source.ts'
import { AuthInputs } from './AuthInputs.tsx'
import { BodyInput } from './BodyInput.tsx'
import { FailureText } from './FailureText.tsx'
import { ParamInputs } from './ParamInputs.tsx'
import { Result } from './Result.tsx'
import { Panel } from './style.ts'
import { useSending } from './use-sending.ts'
import { ValueInput } from './ValueInput.tsx'

interface Props {
  operation: Operation
  doc: SchemaDoc
  /** The address that was chosen, and which of the operation's servers it is of. */
  server: string
  chosen: { index: number; variables: Record<string, string> }
  mediaType: string | undefined
  onMediaType: (mediaType: string) => void
  /** Examples of parameters that a reader picked on the page. */
  picked: PickedParams
  source: TryItSource
  /** Takes what was typed, so that samples show it. */
  onChange: (choices: TriedChoices) => void
  onClose: () => void
}

const ways = [
  { value: 'browser', label: 'Sent by this browser' },
  { value: 'waymark', label: 'Sent through Waymark' },
]

/** A form made of the description, which sends the request and shows what comes back. */
export function TryIt(props: Props) {
  const { operation, doc, server, chosen, mediaType, onMediaType, picked, source, onChange, onClose } = props
  const { workspaceId, page, scope, address } = source
  const { viewer } = useScope()
  const owner = useMemo(() => ({ workspaceId, viewer }), [workspaceId, viewer])
  const contents = operation.request?.body?.contents ?? []
  const content = contents.find((candidate) => candidate.mediaType === mediaType) ?? contents[0]
  const [params, setParams] = useState(() => firstParams(operation, doc, keptParams(owner, page)))
  const [bodies, setBodies] = useState<Record<string, BodyTyped>>({})
  const [base, setBase] = useState(() => keptAddress(owner, page))
  const [signInIndex, setSignInIndex] = useState(0)
  const [wanted, setWanted] = useState<Way>(() => keptWay(owner))
  const [problems, setProblems] = useState<FormProblems>({})
  const { sending, run, stop } = useSending()
  const form = useRef<HTMLFormElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const credentials = useCredentials(scope)

  const type = content?.mediaType ?? ''
  const body = useMemo(
    () => bodies[type] ?? again(firstBody(content, doc), keptBodies(owner, page)[type]),
    [bodies, type, content, doc, owner, page],
  )
  const isComplete = /^https?:\/\//i.test(server)
  const unsigned = useMemo<TriedChoices>(
    () => ({
      ...choicesOf(operation, doc, { params, body }, content, signInIndex),
      ...(!isComplete && base && { server: joined(base, server) }),
    }),
    [operation, doc, params, body, content, signInIndex, isComplete, base, server],
  )
  const origin = originOf(sampleRequest(operation, { server, ...unsigned }).url, isComplete ? '' : base)
  const choices = useMemo<TriedChoices>(
    () => ({ ...unsigned, signIn: { index: signInIndex, credentials: allFitFor(credentials, origin) } }),
    [unsigned, signInIndex, credentials, origin],
  )
  useEffect(() => onChange(choices), [onChange, choices])
  const takenOver = useRef<PickedParams>({})
  useEffect(() => {
    // Once each: what was typed since is not replaced by another pick, or a new analysis of the page.
    const last: Record<string, unknown> = takenOver.current
    const isNew = ([key, value]: [string, unknown]) => !(key in last) || last[key] !== value
    const fresh = Object.fromEntries(Object.entries(picked).filter(isNew))
    takenOver.current = picked
    setParams((before) => ({ ...before, ...taken(operation, doc, fresh) }))
  }, [operation, doc, picked])
  useEffect(() => {
    if (sending.state === 'answered') heading.current?.focus()
  }, [sending])
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('input, textarea, select, button[type="submit"]')?.focus()
  }, [])

  const request = sampleRequest(operation, { server, ...(type && { mediaType: type }), ...choices })
  const isOurs = URL.canParse(request.url) && isOwnOrigin(new URL(request.url).origin)
  // The description names what Waymark may call; what a reader typed, or is ours, the browser calls.
  const mayPass = address !== null && isComplete && !isOurs
  const kept = keptBack(request, request.body !== undefined)
  const way: Way = mayPass && (wanted === 'waymark' || kept.length > 0) ? 'waymark' : 'browser'

  const send = async (by: Way): Promise<void> => {
    const found = formProblems(operation, doc, { params, body }, content, signInIndex)
    if (!URL.canParse(request.url)) found.server = 'Type the address of the server.'
    setProblems(found)
    if (Object.keys(found).length > 0) {
      // The fields know of their problems once they are rendered.
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      return
    }
    keepParams(owner, page, withoutSignIn(operation, params))
    if (type) keepBody(owner, page, type, body)
    if (!isComplete && base) keepAddress(owner, page, base)
    await run(async (signal) => {
      const call = await callOf(request, content, doc, body)
      const own = source.send?.(call, signal)
      if (own) return own
      return by === 'waymark' && address !== null
        ? sendThroughWaymark(call, { address, server: chosen }, signal)
        : sendByBrowser(call, signal)
    })
  }
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    if (sending.state !== 'sending') void send(way)
  }
  const choose = (next: Way): void => {
    setWanted(next)
    keepWay(owner, next)
  }
  const forToken =
    (by: Way): SendForToken =>
    (call: Call) => {
      const { signal } = new AbortController()
      return by === 'waymark' && address !== null
        ? sendThroughWaymark(call, { address }, signal)
        : sendByBrowser(call, signal)
    }
  const sendOnEnter = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    form.current?.requestSubmit()
  }
  return (
    <Panel ref={form} onSubmit={submit} onKeyDown={sendOnEnter} aria-label="Try it" noValidate>
      <header>
        <h2>Try it</h2>
        <IconButton size="small" aria-label="Close Try it" onClick={onClose}>
          <CloseIcon fontSize="small" />
        </IconButton>
      </header>
      {isComplete ? null : (
        <fieldset>
          <legend>Server</legend>
          <ValueInput
            name="Address"
            type="the description names none"
            shape={{ kind: 'line', type: 'text', nullable: false }}
            placeholder="https://api.example.com"
            value={base}
            onChange={(value) => setBase(String(value).trim())}
            problem={problems.server}
            required
          />
        </fieldset>
      )}
      <AuthInputs
        security={operation.security ?? []}
        index={signInIndex}
        onIndex={setSignInIndex}
        scope={scope}
        origin={origin}
        takesCodes={source.takesCodes}
        sendForCode={forToken(way)}
        sendForClient={forToken(mayPass ? 'waymark' : 'browser')}
      />
      <ParamInputs
        operation={operation}
        doc={doc}
        signInIndex={signInIndex}
        typed={params}
        problems={problems}
        onChange={setParams}
      />
      {content ? (
        <BodyInput
          key={type}
          content={content}
          contents={contents}
          doc={doc}
          required={operation.request?.body?.required ?? false}
          typed={body}
          problems={problems}
          onMediaType={onMediaType}
          onChange={(typed) => setBodies({ ...bodies, [type]: typed })}
        />
      ) : null}
      <footer>
        <Button type="submit" variant="contained" size="small" aria-keyshortcuts="Control+Enter">
          {sending.state === 'sending' ? 'Sending…' : 'Send'}
          <span className="keys" aria-hidden="true">
            Ctrl ↵
          </span>
        </Button>
        {sending.state === 'sending' ? (
          <Button size="small" onClick={stop}>
            Stop
          </Button>
        ) : null}
        {mayPass ? (
          <Select
            label="How it is sent"
            value={way}
            options={ways}
            onChange={(value) => choose(value as Way)}
          />
        ) : null}
        {mayPass && kept.length > 0 ? (
          <span className="muted">Browsers do not send {kept.join(', ')}: this goes through Waymark.</span>
        ) : null}
      </footer>
      {sending.state === 'answered' ? (
        <Result answer={sending.answer} operation={operation} headingRef={heading} />
      ) : null}
      {sending.state === 'failed' ? (
        <FailureText
          problem={sending.problem}
          onWaymark={
            mayPass
              ? () => {
                  choose('waymark')
                  void send('waymark')
                }
              : undefined
          }
        />
      ) : null}
    </Panel>
  )
}

/** A body as it was sent before: its text, and those of its fields that there still are. */
function again(first: BodyTyped, kept: Pick<BodyTyped, 'text' | 'fields'> | undefined): BodyTyped {
  if (!kept) return first
  const fields = Object.entries(first.fields).map(([name, value]) => {
    const before = kept.fields[name]
    return [name, before !== undefined && Array.isArray(before) === Array.isArray(value) ? before : value]
  })
  return { ...first, text: kept.text || first.text, fields: Object.fromEntries(fields) }
}

/** Examples that were picked, as they would be typed. */
function taken(operation: Operation, doc: SchemaDoc, picked: PickedParams): FormTyped['params'] {
  return Object.fromEntries(
    allParams(operation).flatMap(({ key, param }) =>
      key in picked ? [[key, typedOf(picked[key], shapeOf(schemaOf(param), doc))]] : [],
    ),
  )
}

/** Below the address that a reader typed, whatever the description's part of it is: it names no other host. */
function joined(base: string, path: string): string {
  if (!URL.canParse(base)) return base
  return base.replace(/\/$/, '') + (path === '' || path.startsWith('/') ? path : `/${path}`)
}

/** The origin of a request; null where it is ours, or the reader typed it. */
function originOf(url: string, typed: string): string | null {
  const { origin } = URL.canParse(url) ? new URL(url) : { origin: '' }
  const isTyped = URL.canParse(typed) && new URL(typed).origin === origin
  return isTyped || isOwnOrigin(origin) ? null : origin
}

const allFitFor = (credentials: Readonly<Record<string, Held>>, origin: string | null) =>
  Object.fromEntries(Object.entries(credentials).map(([key, held]) => [key, fitFor(held, origin)]))
