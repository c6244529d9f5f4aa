Deno.serve(async (request) => {
  let bytes = 0
  for await (const chunk of request.body ?? []) bytes += chunk.length
  return Response.json({ bytes })
})
