// The page around GraphiQL: keeps the key for this tab only and sends it with every operation.
const KEY = 'fieldstone-key';
const WORKERS = {
  editorWorkerService: 'editor-worker.js',
  json: 'json-worker.js',
  graphql: 'graphql-worker.js',
};

const bar = document.querySelector('#key-bar');
const field = document.querySelector('#key');
const state = document.querySelector('#key-state');

field.value = sessionStorage.getItem(KEY) ?? '';
state.textContent = field.value ? '' : 'Enter a key to load the schema';
bar.addEventListener('submit', (event) => {
  event.preventDefault();
  sessionStorage.setItem(KEY, field.value.trim());
  // The schema is fetched on page load.
  location.reload();
});

const send = window.fetch.bind(window);
window.fetch = async (input, init) => {
  const request = new Request(input, init);
  const isOurs = new URL(request.url).origin === location.origin;
  if (isOurs && field.value) request.headers.set('X-API-KEY', field.value.trim());
  const response = await send(request);
  if (isOurs && field.value)
    state.textContent = response.status === 401 ? 'This key is not valid' : '';
  return response;
};

self.MonacoEnvironment = {
  globalAPI: false,
  getWorkerUrl: (_, label) => `/graphql/assets/${WORKERS[label] ?? WORKERS.editorWorkerService}`,
};

const tabs = JSON.parse(document.querySelector('#tabs').textContent);
// Without a stored query GraphiQL opens an empty tab beside the stored ones.
if (!localStorage.getItem('graphiql:query')) localStorage.setItem('graphiql:query', tabs[0].query);

// Without a key even introspection is refused.
if (field.value) {
  window.YogaGraphiQL.renderYogaGraphiQL(document.querySelector('#root'), {
    endpoint: '/graphql',
    title: 'Fieldstone',
    defaultTabs: tabs,
  });
} else {
  field.focus();
}
