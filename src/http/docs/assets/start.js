// Renders the OpenAPI document of the page. Operations are collapsed until they are chosen.

const reference = document.getElementById('reference');
SwaggerUIBundle({
  url: reference.dataset.url,
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  withCredentials: true,
});
