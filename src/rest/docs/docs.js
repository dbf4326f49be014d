// The page around Swagger UI: shares the tab's key with GraphiQL and sends it with every request to this service.
const KEY = 'fieldstone-key';
const NOT_VALID = 'This key is not valid';

const field = document.querySelector('#key');
const state = document.querySelector('#key-state');

field.value = sessionStorage.getItem(KEY) ?? '';
document.querySelector('#key-bar').addEventListener('submit', (event) => {
  event.preventDefault();
  sessionStorage.setItem(KEY, field.value.trim());
  show();
});

function show() {
  state.textContent = field.value ? '' : 'Enter a key to see what it may run';
  if (!field.value) return field.focus();
  if (/[^\0-\xff]/.test(field.value)) {
    // Browsers send no header of such characters.
    state.textContent = NOT_VALID;
    return;
  }
  window.SwaggerUIBundle({
    url: '/openapi.json',
    dom_id: '#docs',
    deepLinking: true,
    tryItOutEnabled: true,
    // The default would contact Swagger's online validator.
    validatorUrl: null,
    requestInterceptor(request) {
      const isOurs = new URL(request.url, location.href).origin === location.origin;
      if (isOurs) request.headers['X-API-KEY'] = field.value.trim();
      return request;
    },
    responseInterceptor(response) {
      const isContract = new URL(response.url, location.href).pathname === '/openapi.json';
      if (isContract) state.textContent = response.status === 401 ? NOT_VALID : '';
      return response;
    },
  });
}

show();
