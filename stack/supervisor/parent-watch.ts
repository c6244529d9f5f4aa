// Imported into the stack's Node children: standard input ends when the supervisor does, however it ended,
// and then the child ends the way it would on a signal.
process.stdin.on('end', () => process.kill(process.pid, 'SIGTERM'))
process.stdin.on('error', () => process.kill(process.pid, 'SIGTERM'))
process.stdin.resume()
// Watching must not keep a child alive that has nothing more to do.
const { stdin } = process
if ('unref' in stdin && typeof stdin.unref === 'function') stdin.unref()
