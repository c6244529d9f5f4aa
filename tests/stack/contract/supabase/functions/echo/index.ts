const cors = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': 'authorization, x-client-info, apikey, content-type',
}

Deno.serve(async (request) => {
  if (request.method === 'OPTIONS') return new Response('ok', { headers: cors })
  const { pathname, search } = new URL(request.url)
  const body = await request.text()
  const seen = { method: request.method, path: pathname, search, body, name: request.headers.get('x-name') }
  return Response.json(seen, {
    headers: { ...cors, 'x-served-by': 'echo' },
    status: body === 'teapot' ? 418 : 200,
  })
})
