import { type FormEvent, useState } from 'react';
import { type Client, Provider } from 'urql';
import { createClient } from './client.ts';
import { Entries } from './entries.tsx';

interface Session {
  readonly client: Client;
  readonly project: string;
}

/** Asks for the key and the project, and shows the project's newest entries. */
export function App() {
  const [session, setSession] = useState<Session>();
  const [redactPii, setRedactPii] = useState(false);
  const start = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const client = createClient(String(form.get('url')), String(form.get('key')));
    setSession({ client, project: String(form.get('project')) });
  };
  return (
    <>
      <h1>Log entries</h1>
      <form onSubmit={start}>
        <label>
          Gateway <input name="url" type="url" required defaultValue="http://127.0.0.1:4000" />
        </label>
        <label>
          Key <input name="key" type="password" required autoComplete="off" />
        </label>
        <label>
          Project <input name="project" required defaultValue="demo" />
        </label>
        <label>
          Redacted
          <input
            type="checkbox"
            checked={redactPii}
            onChange={(event) => setRedactPii(event.currentTarget.checked)}
          />
        </label>
        <button type="submit">Show</button>
      </form>
      {session && (
        <Provider value={session.client}>
          <Entries project={session.project} redactPii={redactPii} />
        </Provider>
      )}
    </>
  );
}
