// Behind verify_jwt: who comes here has a token.
Deno.serve((request) => Response.json({ hasToken: request.headers.has('authorization') }))
