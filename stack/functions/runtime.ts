// Preloaded into every function's Deno process. `Deno.serve` is where a function meets its platform: here
// it listens on a loopback port of its own, tells the supervisor which, answers the watchdog, and ends
// with the supervisor, even when that is killed.
type Handler = (request: Request, info: Deno.ServeHandlerInfo<Deno.NetAddr>) => Response | Promise<Response>

const serve = Deno.serve
const PING = '/.waymark/ping'

Object.defineProperty(Deno, 'serve', {
  configurable: true,
  value: (...args: unknown[]) => {
    const handler = args.find((arg): arg is Handler => typeof arg === 'function') ?? handlerOf(args[0])
    endWithSupervisor()
    return serve(
      {
        hostname: '127.0.0.1',
        port: 0,
        onListen: ({ port }) => console.log(`WAYMARK_PORT ${port}`),
        onError: (error) => {
          console.error(error)
          return Response.json({ message: 'Internal Server Error' }, { status: 500 })
        },
      },
      (request, info) =>
        new URL(request.url).pathname === PING ? new Response('pong') : handler(request, info),
    )
  },
})

function handlerOf(options: unknown): Handler {
  const handler = (options as { handler?: Handler } | undefined)?.handler
  if (!handler) throw new TypeError('Deno.serve needs a handler')
  return handler
}

async function endWithSupervisor(): Promise<void> {
  for await (const _ of Deno.stdin.readable) {
    // Nothing is ever sent: only the end of the stream matters.
  }
  Deno.exit(0)
}
