// One line, then the next once the first has been asked for: an answer that is buffered as a whole never comes.
Deno.serve(() => {
  let line = 0
  const body = new ReadableStream({
    pull(controller) {
      line += 1
      controller.enqueue(new TextEncoder().encode(`line ${line}\n`))
      if (line === 3) controller.close()
    },
  })
  return new Response(body, { headers: { 'content-type': 'text/plain' } })
})
