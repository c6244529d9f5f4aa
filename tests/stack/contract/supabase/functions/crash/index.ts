Deno.serve((request) => {
  if (new URL(request.url).searchParams.has('throw')) throw new Error('on purpose')
  return Response.json({ alive: true })
})
